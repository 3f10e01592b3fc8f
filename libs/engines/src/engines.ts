import type { Store, Table } from '@mayfly/store';
import type { AnyTopic, Stream } from '@mayfly/stream';

/** Where a service keeps its rows and gets its messages: the two ports, on one pair of engines. */
export interface Engines {
  /** True when no other process can have the same data open: the engines themselves see to it. */
  readonly exclusive: boolean;
  /** Tables of one service. What is opened here is closed by the service. */
  openStore(tables: readonly Table[]): Promise<Store>;
  /** Streams of one service; `topics` are those that it publishes or consumes. */
  openStream(topics: readonly AnyTopic[]): Promise<Stream>;
}
