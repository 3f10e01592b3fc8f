import { describe, expect, it } from '@jest/globals';
import { Dialogue } from './dialogue.ts';

const INIT =
  '{"init":{"rate":1,"seed":1,"sources":["http://a.test/","http://b.test/"],"feedback":"all"}}';
const crawled = (more: object) =>
  JSON.stringify({
    crawled: {
      kind: 'source',
      url: 'http://a.test/',
      at: 1,
      links: [],
      listed: 2,
      overflow: false,
      ...more,
    },
  });

describe('Dialogue', () => {
  it('answers only what asks', () => {
    const dialogue = new Dialogue('bfs');
    const answers = [
      INIT,
      '{"next":0}',
      '{"visits":[["http://a.test/1",0.5]],"from":0,"to":3600}',
      crawled({
        links: [
          ['http://a.test/1', null],
          ['http://a.test/2', 0.5],
        ],
      }),
      '',
    ].map((line) => dialogue.hear(line));
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1);
  });

  it('finds its way from sources to their pages', () => {
    const dialogue = new Dialogue('bfs');
    dialogue.hear(INIT);
    const url = (line: string) => (JSON.parse(dialogue.hear(line)!) as { url: string | null }).url;
    const first = url('{"next":0}')!;
    expect(['http://a.test/', 'http://b.test/']).toContain(first);
    dialogue.hear(crawled({ url: first, links: [[`${first}1`, null]], listed: 1, overflow: true }));
    expect(url('{"next":1}')).toBe(`${first}1`);
    dialogue.hear(
      JSON.stringify({ crawled: { kind: 'page', url: `${first}1`, at: 1, published: 0.5 } }),
    );
    expect(['http://a.test/', 'http://b.test/']).toContain(url('{"next":2}'));
  });

  it('says null when there is nothing to do', () => {
    const dialogue = new Dialogue('mayfly');
    dialogue.hear('{"init":{"rate":1,"sources":[]}}');
    expect(dialogue.hear('{"next":0}')).toBe('{"url":null}');
  });

  it.each([
    ['{"next":0}', 'line 1: init comes first'],
    ['nonsense', 'line 1: no JSON'],
    ['[]', 'line 1: a line: must be an object'],
    ['{"hello":1}', 'line 1: a line says init, visits, crawled or next'],
    ['{"init":{"rate":0,"sources":[]}}', 'init.rate: must be more than 0'],
    ['{"init":{"rate":1,"sources":[7]}}', 'init.sources[0]: must be a URL'],
    ['{"init":{"rate":1,"sources":[],"feedback":"some"}}', 'init.feedback: must be all or crawled'],
  ])('refuses %s at the start', (line, message) => {
    expect(() => new Dialogue('bfs').hear(line)).toThrow(message);
  });

  it.each([
    [INIT, 'line 2: init comes only once'],
    ['{"next":"now"}', 'line 2: next: must be a number'],
    ['{"next":1e999}', 'line 2: next: must be a number'],
    ['{"visits":[["http://a.test/1"]],"from":0,"to":1}', 'visits[0][1]: must be a number'],
    [crawled({ kind: 'image' }), 'crawled.kind: must be source or page'],
    [crawled({ url: 'http://c.test/' }), 'http://c.test/ is no source of init'],
    [crawled({ links: [['http://a.test/1', 'today']] }), 'crawled.links[0][1]: must be a number'],
    [crawled({ overflow: null }), 'crawled.overflow: must be true or false'],
  ])('refuses %s later', (line, message) => {
    const dialogue = new Dialogue('bfs');
    dialogue.hear(INIT);
    expect(() => dialogue.hear(line)).toThrow(message);
  });
});
