import type { Suite } from './suite.ts';
import { articles } from './suites/articles.ts';
import { baseUrl } from './suites/base-url.ts';
import { contentType } from './suites/content-type.ts';
import { dates } from './suites/dates.ts';
import { encodingLabels } from './suites/encoding-labels.ts';
import { encodingSniff } from './suites/encoding-sniff.ts';
import { encodingText } from './suites/encoding-text.ts';
import { feeds } from './suites/feeds.ts';
import { htmlLinks } from './suites/html-links.ts';
import { metaRefresh } from './suites/meta-refresh.ts';
import { mime } from './suites/mime.ts';
import { psl } from './suites/psl.ts';
import { robots } from './suites/robots.ts';
import { sitemaps } from './suites/sitemaps.ts';
import { srcset } from './suites/srcset.ts';
import { urlIdempotence } from './suites/url-idempotence.ts';
import { urlNormalise } from './suites/url-normalise.ts';
import { urlPercent } from './suites/url-percent.ts';
import { urlResolve } from './suites/url-resolve.ts';
import { urlWpt } from './suites/url-wpt.ts';

/** Every suite that there is. A new one is a file in suites/ and a line here. */
export const SUITES: readonly Suite[] = [
  articles,
  baseUrl,
  contentType,
  dates,
  encodingLabels,
  encodingSniff,
  encodingText,
  feeds,
  htmlLinks,
  metaRefresh,
  mime,
  psl,
  robots,
  sitemaps,
  srcset,
  urlIdempotence,
  urlNormalise,
  urlPercent,
  urlResolve,
  urlWpt,
];
