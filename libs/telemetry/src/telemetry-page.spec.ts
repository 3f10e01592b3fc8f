import { describe, expect, it } from '@jest/globals';
import { telemetryPage } from './telemetry-page.ts';

describe('telemetryPage', () => {
  it('has a table for each part, with every declared name', () => {
    const page = telemetryPage([
      {
        title: 'grpc',
        telemetry: [
          {
            name: 'rpc.server.call.duration',
            kind: 'histogram',
            unit: 's',
            attributes: ['rpc.method', 'rpc.status_code'],
            means: 'How long a call took.',
          },
        ],
      },
      {
        title: 'toy',
        telemetry: [
          { name: 'toy.ready', kind: 'log event', level: 'info', means: 'It serves | listens.' },
          { name: 'toy.work', kind: 'span', means: 'Work.' },
        ],
      },
    ]);
    expect(page.split('\n').filter((line) => /^(#|\| `)/.test(line))).toEqual([
      '# Telemetry',
      '## grpc',
      '| `rpc.server.call.duration` | histogram | `s` | `rpc.method`, `rpc.status_code` | How long a call took. |',
      '## toy',
      '| `toy.ready` | log event (info) |  |  | It serves \\| listens. |',
      '| `toy.work` | span |  |  | Work. |',
    ]);
  });
});
