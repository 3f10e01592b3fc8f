import type { Page, Selection } from './store.ts';

/** Follows the cursors of pages to the end. */
export async function* scanPages<Row>(
  selection: Selection,
  readPage: (selection: Selection) => Promise<Page<Row>>,
): AsyncGenerator<Row[]> {
  let after = selection.after;
  do {
    const { rows, cursor } = await readPage(
      after === undefined ? selection : { ...selection, after },
    );
    if (rows.length > 0) yield rows;
    after = cursor;
  } while (after !== undefined);
}
