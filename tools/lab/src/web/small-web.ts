import { PAPER_WEB, type WebShape } from './web-shape.ts';

/** The paper's web on a small scale, for tests. */
export const SMALL_WEB: WebShape = {
  ...PAPER_WEB,
  hosts: 30,
  sources: 300,
  pages: 12_000,
  clicksPerSecond: 0.02,
  kinds: PAPER_WEB.kinds.map((kind) => ({
    ...kind,
    hosts: kind.name === 'ordinary' ? 0.8 : 0.1,
    sources: kind.name === 'ordinary' ? 0.84 : 0.08,
  })),
};
