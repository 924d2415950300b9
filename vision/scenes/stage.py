"""The Blender side: meshes, materials, light and the renderer. One unit is a centimetre."""

from __future__ import annotations

import tempfile
from pathlib import Path

import bpy
import numpy as np
from mathutils import Vector
from numpy.typing import NDArray

from vision.scenes.camera import Camera
from vision.scenes.dice import Maker, atlas, mesh

Array = NDArray[np.float64]
Color = tuple[float, float, float]

UNIT = 0.1
"""Blender units a millimetre."""


def clear(samples: int = 4, bounces: int = 4, threads: int = 1) -> None:
    """An empty scene with Cycles on the CPU and the denoiser."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    scene.render.use_persistent_data = True
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "32"
    scene.render.image_settings.exr_codec = "NONE"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_adaptive_sampling = "CPU", samples, False
    cycles.use_denoising, cycles.denoiser, cycles.denoising_input_passes = True, "OPENIMAGEDENOISE", "RGB_ALBEDO_NORMAL"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = bounces, 1, 2
    cycles.transmission_bounces = bounces
    cycles.caustics_reflective = cycles.caustics_refractive = False
    # The accurate prefilter costs more than the samples, and the sensor's noise hides what it gains.
    cycles.denoising_prefilter, cycles.denoising_quality = "FAST", "FAST"


def picture(name: str, pixels: NDArray[np.float32]) -> bpy.types.Image:
    """A float picture in linear light; row 0 is the bottom."""
    height, width = pixels.shape[:2]
    rgba = np.ones((height, width, 4), np.float32)
    rgba[..., : pixels.shape[2]] = pixels
    image = bpy.data.images.new(name, width, height, alpha=True, float_buffer=True)
    image.colorspace_settings.name = "Linear Rec.709"
    image.alpha_mode = "CHANNEL_PACKED"
    image.pixels.foreach_set(rgba.ravel())
    image.update()
    return image


def material(
    name: str,
    color: Color | NDArray[np.float32],
    roughness: float = 0.8,
    transmission: float = 0.0,
    specular: float = 0.5,
    emission: float = 0.0,
    metallic: float = 0.0,
) -> bpy.types.Material:
    """A plain or a painted material; with `transmission`, alpha of the picture says where light passes."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    shader = nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Specular IOR Level"].default_value = specular
    shader.inputs["Metallic"].default_value = metallic
    if isinstance(color, tuple):
        shader.inputs["Base Color"].default_value = (*color, 1)
    else:
        texture = nodes.new("ShaderNodeTexImage")
        texture.image = picture(name, color)
        links.new(texture.outputs["Color"], shader.inputs["Base Color"])
        if transmission:
            scale = nodes.new("ShaderNodeMath")
            scale.operation = "MULTIPLY"
            scale.inputs[1].default_value = transmission
            links.new(texture.outputs["Alpha"], scale.inputs[0])
            links.new(scale.outputs[0], shader.inputs["Transmission Weight"])
            shader.inputs["IOR"].default_value = 1.45
    if emission:
        shader.inputs["Emission Color"].default_value = (1, 1, 1, 1)
        shader.inputs["Emission Strength"].default_value = emission
    return made


def thing(
    name: str,
    vertices: Array,
    faces: NDArray[np.int64] | list[list[int]],
    look: bpy.types.Material,
    uvs: NDArray[np.float32] | None = None,
    smooth: bool = False,
) -> bpy.types.Object:
    """An object of a mesh in mm; `uvs` has one pair for each corner of each face."""
    data = bpy.data.meshes.new(name)
    data.from_pydata((np.asarray(vertices) * UNIT).tolist(), [], faces if isinstance(faces, list) else faces.tolist())
    if uvs is not None:
        data.uv_layers.new(name="uv").data.foreach_set("uv", np.asarray(uvs, np.float32).ravel())
    if smooth:
        data.polygons.foreach_set("use_smooth", np.ones(len(data.polygons), bool))
    data.materials.append(look)
    made = bpy.data.objects.new(name, data)
    made.rotation_mode = "QUATERNION"
    bpy.context.scene.collection.objects.link(made)
    return made


def sheet(
    name: str, center: tuple[float, float, float], width: float, height: float, look: bpy.types.Material
) -> bpy.types.Object:
    """A flat rectangle that shows its picture once, row 0 towards the player."""
    x, y, z = center
    w, h = width / 2, height / 2
    vertices = np.array([[x - w, y - h, z], [x + w, y - h, z], [x + w, y + h, z], [x - w, y + h, z]])
    return thing(name, vertices, [[0, 1, 2, 3]], look, np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32))


def box(
    name: str, center: tuple[float, float, float], half: tuple[float, float, float], look: bpy.types.Material
) -> bpy.types.Object:
    """A box with slightly broken edges; its picture lies along the longer side."""
    signs = np.array([[i, j, k] for k in (-1, 1) for j in (-1, 1) for i in (-1, 1)], float)
    vertices = signs * np.array(half) + np.array(center)
    faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    long_axis, short = (0, 1) if half[0] >= half[1] else (1, 0)
    corners = vertices[np.array(faces).ravel()] / 260
    uvs = np.stack([corners[:, long_axis], corners[:, short] + corners[:, 2]], -1).astype(np.float32) + 0.5
    made = thing(name, vertices, faces, look, uvs)
    bevel = made.modifiers.new("bevel", "BEVEL")
    bevel.width, bevel.segments = 1.2 * UNIT, 2
    return made


def die(name: str, maker: Maker) -> bpy.types.Object:
    """A die at the origin."""
    vertices, quads, uvs = mesh(maker)
    look = material(name, atlas(maker), maker.roughness, maker.transmission, metallic=maker.metallic)
    return thing(name, vertices, quads, look, uvs, smooth=True)


def light(room: NDArray[np.float32], lamps: list[tuple[Array, float, float, Color]]) -> None:
    """The room around, and lamps that shine down: position (mm), edge (mm), irradiance below, colour."""
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    nodes = world.node_tree.nodes
    texture = nodes.new("ShaderNodeTexEnvironment")
    texture.image = picture("room", room)
    world.node_tree.links.new(texture.outputs["Color"], nodes["Background"].inputs["Color"])
    world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 256
    for number, (position, edge, irradiance, color) in enumerate(lamps):
        data = bpy.data.lights.new(f"lamp{number}", "AREA")
        data.shape, data.size = "DISK", edge * UNIT
        data.energy = irradiance * np.pi * float((np.linalg.norm(position) * UNIT) ** 2)
        data.color = color
        made = bpy.data.objects.new(f"lamp{number}", data)
        made.location = Vector(position * UNIT)
        made.rotation_euler = Vector(position).to_track_quat("Z", "Y").to_euler()
        bpy.context.scene.collection.objects.link(made)
        made.visible_camera = False


def aim(camera: Camera) -> None:
    """Sets Blender's camera and picture size."""
    scene = bpy.context.scene
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width = "HORIZONTAL", 36.0
    data.lens = camera.focal / camera.width * 36.0
    data.clip_end = 10000
    made = bpy.data.objects.new("camera", data)
    right, down, view = camera.axes()
    frame = np.eye(4)
    frame[:3, 0], frame[:3, 1], frame[:3, 2] = right, -down, -view
    frame[:3, 3] = np.array(camera.position) * UNIT
    made.matrix_world = frame.T
    scene.collection.objects.link(made)
    scene.camera = made
    scene.render.resolution_x, scene.render.resolution_y = camera.width, camera.height
    scene.render.resolution_percentage = 100


def place(made: bpy.types.Object, start: tuple[Array, Array], end: tuple[Array, Array] | None = None) -> None:
    """Puts an object at (position mm, quaternion); with `end`, it moves there while the shutter is open."""
    made.animation_data_clear()
    made.location, made.rotation_quaternion = (start[0] * UNIT).tolist(), start[1].tolist()
    if end is None:
        return
    quaternion = end[1] if float(np.dot(start[1], end[1])) >= 0 else -end[1]
    poses = ((0, start[0], start[1]), (1, end[0], quaternion))
    for frame, position, turn in poses:
        made.location, made.rotation_quaternion = (position * UNIT).tolist(), turn.tolist()
        made.keyframe_insert("location", frame=frame)
        made.keyframe_insert("rotation_quaternion", frame=frame)
    for curve in made.animation_data.action.layers[0].strips[0].channelbags[0].fcurves:
        for point in curve.keyframe_points:
            point.interpolation = "LINEAR"


def render(blur: bool = False, window: tuple[int, int, int, int] | None = None) -> NDArray[np.float32]:
    """Renders the picture, or a `window` of it (left, top, right, bottom, pixels), in linear RGB, row 0 at the top."""
    scene = bpy.context.scene
    scene.frame_set(0)
    scene.render.use_motion_blur = blur
    scene.render.motion_blur_position, scene.render.motion_blur_shutter = "START", 1.0
    scene.render.use_border = scene.render.use_crop_to_border = window is not None
    if window is not None:
        width, height = scene.render.resolution_x, scene.render.resolution_y
        left, top, right, bottom = window
        # Blender truncates the border to whole pixels: a hundredth of a pixel more keeps it from falling short.
        scene.render.border_min_x, scene.render.border_max_x = (left + 0.01) / width, (right + 0.01) / width
        scene.render.border_min_y, scene.render.border_max_y = (height - bottom + 0.01) / height, (height - top + 0.01) / height
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "picture.exr"
        scene.render.filepath = str(path)
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(str(path))
        width, height = image.size
        pixels = np.empty(width * height * image.channels, np.float32)
        image.pixels.foreach_get(pixels)
        found = pixels.reshape(height, width, -1)[::-1, :, :3].copy()
        bpy.data.images.remove(image)
    return found


def seen(camera: Camera, points: Array, margin: float = 0.8) -> NDArray[np.bool_]:
    """Which points (mm, on surfaces) the camera sees in a still scene: nothing more than `margin` mm in front of them."""
    scene = bpy.context.scene
    depsgraph = bpy.context.evaluated_depsgraph_get()
    origin = np.array(camera.position)
    result = np.zeros(len(points), bool)
    for number, point in enumerate(points):
        ray = point - origin
        distance = float(np.linalg.norm(ray))
        hit, where, *_ = scene.ray_cast(depsgraph, Vector(origin * UNIT), Vector(ray / distance))
        result[number] = not hit or (Vector(origin * UNIT) - where).length / UNIT > distance - margin
    pixels = camera.project(points)
    inside = (pixels > -0.5).all(1) & (pixels[:, 0] < camera.width - 0.5) & (pixels[:, 1] < camera.height - 0.5)
    return result & inside
