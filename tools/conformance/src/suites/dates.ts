import { decode, readMetadata, sniffEncoding } from '@mayfly/extract';
import { caseSuite } from '../case-suite.ts';
import { bytesIn, textIn } from '../line.ts';

export const dates = caseSuite({
  name: 'dates',
  means: 'the day on which a page was published',
  read: (line) => {
    const [url, date] = [textIn(line, 'url'), textIn(line, 'date')];
    const bytes = bytesIn(line, 'contentBase64');
    if (url === undefined || date === undefined || bytes === undefined) return undefined;
    return { url, date, bytes };
  },
  passes: ({ url, date, bytes }) => {
    const html = decode(bytes, sniffEncoding(bytes).encoding);
    return readMetadata(html, url, { nowMs: Date.now() }).published?.day === date;
  },
});
