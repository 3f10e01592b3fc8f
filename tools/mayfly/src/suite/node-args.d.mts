export const SERVICE_NODE_ARGS: readonly string[];
export const SUITE_NODE_ARGS: readonly string[];
