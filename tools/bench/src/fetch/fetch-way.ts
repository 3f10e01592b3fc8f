/** A way to fetch a page. */
export interface FetchWay extends AsyncDisposable {
  /** How many bytes the page has, unpacked; -1 where it did not come. */
  fetchBytes(url: string): Promise<number>;
}

/** What both ways say to the server. */
export const HEADERS = {
  'user-agent': 'Mayfly/bench (+bench@example.org)',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
};
