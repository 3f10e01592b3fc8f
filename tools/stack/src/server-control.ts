import type { Runner } from './runner.ts';
import type { NodeState } from './server-state.ts';
import { startFailure } from './start-failure.ts';

/** One node of a running server, to do to it what happens to servers. */
export interface ServerControl {
  readonly name: string;
  /** Host and port; stays the same for as long as the data lives. */
  readonly address: string;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /**
   * Starts it again on the same data and port; resolves when it is ready. Where so many nodes are down
   * that the rest has no majority, start them together: one alone never becomes ready.
   */
  start(): Promise<void>;
  /** Lets it hang without ending it: its connections stay open and answer nothing. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Undefined while it is down. */
  pid(): Promise<number | undefined>;
}

export function addressOf(node: NodeState): string {
  return `127.0.0.1:${node.port}`;
}

export function controlOf(
  node: NodeState,
  runner: Runner,
  untilReady: () => Promise<void>,
): ServerControl {
  return {
    name: node.name,
    address: addressOf(node),
    kill: () => runner.kill(),
    start: async () => {
      await runner.launch();
      try {
        await untilReady();
      } catch (error) {
        throw await startFailure(node.name, error, [{ name: node.name, runner }]);
      }
    },
    freeze: () => runner.freeze(),
    thaw: () => runner.thaw(),
    pid: () => runner.pid(),
  };
}
