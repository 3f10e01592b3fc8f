import { describe, expect, it } from '@jest/globals';
import { readRobotsTag } from './page-wishes.ts';
import { readUseSignals } from './use-signals.ts';

describe('words about uses', () => {
  it('are heard from robots.txt, headers and the page', () => {
    const headers: Record<string, string> = {
      'content-signal': 'ai-input=no',
      'tdm-reservation': '1',
    };
    expect(
      readUseSignals({
        robots: ['search=yes, ai-train=no'],
        header: (name) => headers[name],
        tags: [{ name: 'TDM-Reservation', content: ' 0 ' }],
        wishes: readRobotsTag(['noai, noindex'], 'mayfly'),
      }),
    ).toEqual([
      { use: 'search', allowed: true, from: 'robots' },
      { use: 'ai-train', allowed: false, from: 'robots' },
      { use: 'ai-input', allowed: false, from: 'header' },
      { use: 'tdm', allowed: false, from: 'header' },
      { use: 'tdm', allowed: true, from: 'page' },
      { use: 'ai', allowed: false, from: 'page' },
    ]);
  });

  it('are none where nobody says anything that is known', () => {
    expect(readUseSignals({})).toEqual([]);
    expect(
      readUseSignals({ header: () => 'maybe', tags: [{ name: 'tdm-reservation', content: '2' }] }),
    ).toEqual([]);
  });
});
