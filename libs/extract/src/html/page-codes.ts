/** Room for most pages, used again and again. */
const ROOM = new Uint16Array(512 * 1_024);
let isTaken = false;

/**
 * Lends the characters of a page as numbers, with a zero behind the last. An array hands them out four times as fast as a
 * string does. They are good until `use` returns.
 */
export function withCodes<T>(html: string, use: (codes: Uint16Array) => T): T {
  // Whoever reads a page while another one is being read gets room of its own.
  if (isTaken || html.length >= ROOM.length)
    return use(written(html, new Uint16Array(html.length + 1)));
  isTaken = true;
  try {
    return use(written(html, ROOM));
  } finally {
    isTaken = false;
  }
}

function written(html: string, codes: Uint16Array): Uint16Array {
  Buffer.from(codes.buffer, 0, codes.byteLength).write(html, 'utf16le');
  codes[html.length] = 0;
  return codes;
}
