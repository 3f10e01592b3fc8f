export const SUITE_NODE_ARGS: readonly string[];
