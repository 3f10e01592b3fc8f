import {
  absent,
  defineTable,
  insert,
  matches,
  number,
  type Part,
  put,
  type Store,
  text,
} from '@mayfly/store';

/** Rows of a chain; the last number is kept apart, in the same partition. */
export const linksTable = defineTable({
  name: 'links',
  format: 1,
  columns: { lane: number(), link: number(), piece: number(), body: text() },
  key: ['lane', 'link', 'piece'],
  partition: 1,
  indexes: { byPiece: ['lane', 'piece', 'link'] },
});

export const endsTable = defineTable({
  name: 'ends',
  format: 1,
  columns: { lane: number(), last: number() },
  key: ['lane'],
  partition: 1,
});

export const CHAIN_TABLES = [linksTable, endsTable] as const;
export const LANES = 4;
export const PIECES = 4;

/** Adds one link of several pieces, only if it is the next one: twice or out of turn it is refused. */
export function nextLink(lane: number, link: number): Part {
  const pieces = Array.from({ length: PIECES }, (_, piece) =>
    insert(linksTable, { lane, link, piece, body: 'x'.repeat(200) }),
  );
  const condition =
    link === 0 ? absent(endsTable, { lane }) : matches(endsTable, { lane }, { last: link - 1 });
  return {
    writes: [put(endsTable, { lane, last: link }), ...pieces],
    conditions: [condition],
  };
}

/** What a check of the chains found. */
export interface ChainState {
  /** Links that were acknowledged and are not there. */
  readonly lost: number;
  /** Links of which some pieces are there and some are not, or an index that disagrees with its rows. */
  readonly halfWritten: number;
  readonly links: number;
}

/** Reads everything and compares it with what was acknowledged, by lane. */
export async function checkChains(
  store: Store,
  acknowledged: ReadonlyMap<number, number>,
): Promise<ChainState> {
  let [lost, halfWritten, links] = [0, 0, 0];
  for (let lane = 0; lane < LANES; lane += 1) {
    const { last, wrong } = await readLane(store, lane);
    lost += Math.max(0, (acknowledged.get(lane) ?? -1) - last);
    halfWritten += wrong;
    links += last + 1;
  }
  return { lost, halfWritten, links };
}

/** A commit that was on its way may arrive while we read: then the end has moved and we read again. */
async function readLane(store: Store, lane: number): Promise<{ last: number; wrong: number }> {
  const lastOf = async () => (await store.get(endsTable, { lane }))?.last ?? -1;
  for (;;) {
    const last = await lastOf();
    const pieces = new Array<number>(last + 1).fill(0);
    let beyond = 0;
    for await (const rows of store.scan(linksTable, { prefix: [lane], limit: 5_000 })) {
      for (const { link } of rows) {
        if (link > last) beyond += 1;
        else pieces[link]! += 1;
      }
    }
    let indexed = 0;
    const selection = { index: 'byPiece', prefix: [lane], limit: 5_000 } as const;
    for await (const rows of store.scan(linksTable, selection)) indexed += rows.length;
    if ((await lastOf()) !== last) continue;
    const incomplete = pieces.filter((count) => count !== PIECES).length;
    return { last, wrong: incomplete + beyond + Number(indexed !== (last + 1) * PIECES) };
  }
}
