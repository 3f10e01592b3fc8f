import { bad, type LeftOut, type ReadLine, skipped, type VisitLine } from './visit-line.ts';

/** What an access log says of one request. */
interface Access {
  readonly client: string;
  readonly user: string;
  readonly time: string;
  readonly request: string;
  readonly status: string;
  readonly referrer: string;
  readonly userAgent: string;
}

const NO_LINE = bad('not a line of an access log');
const TIME = /^(\d{2})\/(\w{3})\/(\d{4}):(\d{2}):(\d{2}):(\d{2}) ([+-])(\d{2})(\d{2})$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** What pages are made of: a reader opens the page, the browser asks for these. */
const PARTS =
  /\.(?:avif|bmp|css|eot|gif|ico|jpe?g|js|json|m3u8|map|mjs|mp3|mp4|otf|png|svg|ttf|txt|webm|webp|woff2?|xml|wasm)$/i;

/**
 * Lines of a Common or Combined access log. A visit is a GET of a page that was answered with it (200, 206 or 304); the
 * reader is known by address, name and User-Agent. A path belongs to the site that is given.
 */
export function accessLogReader(site: string | undefined): ReadLine {
  return (line) => {
    const access = accessIn(line);
    return access === undefined ? NO_LINE : visitOf(access, site);
  };
}

/** Whether it is a line of an access log. */
export function isAccessLine(line: string): boolean {
  return accessIn(line) !== undefined;
}

/** Whether its request names a path, and not the site that it is of. */
export function needsSite(line: string): boolean {
  const target = accessIn(line)?.request.split(' ')[1] ?? '';
  return target.startsWith('/');
}

function visitOf(access: Access, site: string | undefined): VisitLine | LeftOut {
  const { client, user, request, status, referrer, userAgent } = access;
  const atMs = timeOf(access.time);
  if (atMs === undefined) return bad('no such time');
  const [method, target = '', protocol = '', ...more] = request.split(' ');
  if (!protocol.startsWith('HTTP/') || more.length > 0) return bad('not a request');
  if (method !== 'GET') return skipped('not a GET');
  if (!['200', '206', '304'].includes(status)) return skipped('not answered with a page');
  if (PARTS.test(target.split('?', 1)[0]!)) return skipped('part of a page');
  const url = target.startsWith('/') ? site && `${site}${target}` : target;
  if (url === undefined) return bad('a path of no known site');
  const readerKey = `${client} ${user} ${userAgent}`.slice(0, 1_000);
  return { url, referrer, atMs, kind: 'browse', readerKey, userAgent };
}

/** By hand and in one go: a pattern of all that could be made slow by a line of somebody who wants that. */
function accessIn(line: string): Access | undefined {
  const begin = line.indexOf(' [');
  const end = line.indexOf('] "', begin);
  if (begin === -1 || end === -1) return undefined;
  const [client = '', , ...user] = line.slice(0, begin).split(' ', 20);
  const request = quotedAt(line, end + 2);
  if (client === '' || user.length === 0 || request === undefined) return undefined;
  const [, status, , rest] = /^ (\d{3}) (\d+|-)(?: (.*)|\s*)$/.exec(line.slice(request.end)) ?? [];
  if (status === undefined) return undefined;
  const referrer = quotedAt(rest ?? '', 0);
  const userAgent = referrer && quotedAt(rest!, referrer.end + 1);
  return {
    ...{ client, user: user.join(' '), request: request.text, status },
    time: line.slice(begin + 2, end),
    referrer: given(referrer?.text),
    userAgent: given(userAgent?.text),
  };
}

/** What stands between quotes, and where the second one ends. */
function quotedAt(line: string, at: number): { text: string; end: number } | undefined {
  if (line[at] !== '"') return undefined;
  for (let to = at + 1; to < line.length; to += 1) {
    if (line[to] === '\\') to += 1;
    else if (line[to] === '"') {
      return { text: line.slice(at + 1, to).replaceAll('\\"', '"'), end: to + 1 };
    }
  }
  return undefined;
}

function given(text: string | undefined): string {
  return text === undefined || text === '-' ? '' : text;
}

function timeOf(text: string): number | undefined {
  const found = TIME.exec(text);
  if (found === null) return undefined;
  const [, day, month, year, hours, minutes, seconds, sign, awayHours, awayMinutes] = found;
  const number = MONTHS.indexOf(month!.toLowerCase());
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)];
  // A leap second has no number of its own.
  if (number === -1 || h > 23 || m > 59 || s > 60) return undefined;
  const date = new Date(Date.UTC(Number(year), number, Number(day)));
  if (date.getUTCDate() !== Number(day)) return undefined;
  const away = (Number(awayHours) * 60 + Number(awayMinutes)) * 60_000;
  const local = date.getTime() + ((h * 60 + m) * 60 + s) * 1_000;
  return local - (sign === '-' ? -away : away);
}
