import { counterOf, logOf, tracerOf } from '@mayfly/telemetry';
import { collectLog } from '@mayfly/telemetry/testing';

const leased = counterOf('frontier', {
  name: 'mayfly.frontier.urls.leased',
  kind: 'counter',
  unit: '{url}',
  means: 'URLs handed to fetchers.',
});
const log = logOf('frontier');

export async function example(): Promise<unknown> {
  const { lines } = collectLog();
  tracerOf('frontier').startActiveSpan('lease', (span) => {
    leased(2);
    log.info({ event: 'urls.leased', count: 2, by: 'a\nfetcher' }, 'urls leased');
    span.end();
  });
  return lines[0]?.by;
}
