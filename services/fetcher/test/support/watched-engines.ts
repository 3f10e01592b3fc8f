import type { Engines } from '@mayfly/engines';
import { CrawlError } from '@mayfly/errors';
import type { Lag, Stream } from '@mayfly/stream';

/** What a test can see and change of the stream that a service has. */
export interface StreamControl {
  /** How often publishing fails from now on. */
  failPublishing: number;
  /** Told of each message that is durable. */
  onPublished: (message: unknown) => void;
  /** What the stream says of itself, where the test wants it to. */
  publishing: ReturnType<Stream['publishing']> | undefined;
  lag: Lag | undefined;
}

/** The engines with a stream that the test can hold. */
export function watchedEngines(engines: Engines): { engines: Engines; control: StreamControl } {
  const control: StreamControl = {
    failPublishing: 0,
    onPublished: () => {},
    publishing: undefined,
    lag: undefined,
  };
  const watched = (stream: Stream): Stream => ({
    publish: async (topic, messages, options) => {
      if (control.failPublishing > 0) {
        control.failPublishing -= 1;
        throw new CrawlError('STREAM_AWAY', 'as the test wants');
      }
      await stream.publish(topic, messages, options);
      messages.forEach(control.onPublished);
    },
    consume: (options) => stream.consume(options),
    lag: async (topic, group) => control.lag ?? stream.lag(topic, group),
    publishing: () => control.publishing ?? stream.publishing(),
    deadLetters: (topic, group) => stream.deadLetters(topic, group),
    prepare: (topics) => stream.prepare(topics),
    isReady: () => stream.isReady(),
    close: () => stream.close(),
  });
  return {
    control,
    engines: {
      exclusive: engines.exclusive,
      openStore: (tables) => engines.openStore(tables),
      openStream: async (topics) => watched(await engines.openStream(topics)),
    },
  };
}
