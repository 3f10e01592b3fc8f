import { escaped } from './markup.ts';
import { headline, paragraphs, slugOf } from './prose.ts';
import { type Random, randomOf } from './random.ts';

/** A page as news sites make them, with all that stands around an article. */
export interface NewsPage {
  readonly url: string;
  readonly html: string;
}

const SITES = 12;
const SECTIONS = [
  'politics',
  'business',
  'science',
  'culture',
  'sport',
  'travel',
  'opinion',
  'local',
];

/** Page number `n`: the same on every machine, one of a dozen sites that each have names of their own for their parts. */
export function newsPage(n: number): NewsPage {
  const random = randomOf(0, 'news page', n);
  const site = n % SITES;
  const title = headline(random);
  const origin = `https://www.news-${site}.example`;
  const url = `${origin}/${random.pick(SECTIONS)}/2024/05/${slugOf(title)}-${n}.html`;
  const parts = [
    ...[head({ title, url, site, random }), menu(site, origin), article({ title, site, random })],
    ...[related(site, origin, random), comments(site, random), footer(site, origin)],
  ];
  return {
    url,
    html: `<!DOCTYPE html>\n<html lang="en">\n${parts.join('\n')}\n</body>\n</html>\n`,
  };
}

interface About {
  readonly title: string;
  readonly site: number;
  readonly random: Random;
}

function head({ title, url, site, random }: About & { readonly url: string }): string {
  const data = {
    ...{ '@context': 'https://schema.org', '@type': 'NewsArticle', headline: title },
    ...{ datePublished: '2024-05-17T08:30:00Z', author: { '@type': 'Person', name: 'Ada Fisher' } },
  };
  return `<head><meta charset="utf-8"><title>${escaped(title)} | News ${site}</title>
<meta name="description" content="${escaped(headline(random))}"><meta property="og:type" content="article">
<meta property="og:title" content="${escaped(title)}"><meta property="og:site_name" content="News ${site}">
<link rel="canonical" href="${url}"><link rel="alternate" type="application/rss+xml" href="/feed.xml">
<script type="application/ld+json">${JSON.stringify(data)}</script>
<style>${'.s' + site}-c{margin:0;padding:4px}\n${'.x{color:#333;font:12px/1.5 sans-serif}\n'.repeat(80)}</style>
<script>${script(random)}</script></head>
<body class="page page--article site-${site}">`;
}

function script(random: Random): string {
  return Array.from(
    { length: 120 },
    (_, at) =>
      `window.q${at}=function(a,b){if(a<b&&b>${random.below(1_000)}){return"<b>"+a}return b};`,
  ).join('\n');
}

function menu(site: number, origin: string): string {
  const items = SECTIONS.flatMap((section) =>
    ['latest', 'most-read', 'video', 'archive', 'letters'].map(
      (part) => `
        <li class="s${site}-nav__item nav-item nav-item--${part}"><a class="s${site}-nav__link" href="${origin}/${section}/${part}">
          <svg class="icon" width="12" height="12" viewBox="0 0 12 12"><path d="M1 1h10v10H1z"></path></svg>
          <span class="label">${section} &amp; ${part}</span></a></li>`,
    ),
  );
  return `<header class="s${site}-header site-header"><nav class="s${site}-nav main-nav" role="navigation"><ul>${items.join('')}</ul></nav></header>`;
}

function article({ title, site, random }: About): string {
  const texts = paragraphs(random, 9_000).map((text, at) => {
    const link = ` <a class="inline-link" href="/topics/${slugOf(headline(random))}" title="More on this">${escaped(headline(random))}</a>`;
    const picture = `
    <figure class="s${site}-figure"><picture><source media="(min-width: 800px)" srcset="/images/${at}-800.jpg 800w, /images/${at}-1600.jpg 1600w">
      <img class="lazy" src="/images/${at}.jpg" alt="${escaped(headline(random))}" width="640" height="360"></picture>
      <figcaption class="caption">${escaped(headline(random))}</figcaption></figure>`;
    return `    <p class="s${site}-body__p paragraph" data-index="${at}">${escaped(text)}${at % 3 === 0 ? link : ''}</p>${at % 5 === 4 ? picture : ''}`;
  });
  return `<main class="s${site}-main"><article class="s${site}-article article" id="article-${random.below(99_999)}">
  <h1 class="s${site}-headline">${escaped(title)}</h1>
  <div class="s${site}-byline byline">By <span class="author">Ada Fisher</span> <time datetime="2024-05-17T08:30:00Z">17 May 2024</time></div>
  <div class="s${site}-share share-buttons"><button type="button">Share</button><button type="button">Save</button></div>
  <div class="s${site}-body article-body">
${texts.join('\n')}
  </div></article>`;
}

function related(site: number, origin: string, random: Random): string {
  const cards = Array.from({ length: 40 }, (_, at) => {
    const name = headline(random);
    const href = `${origin}/${random.pick(SECTIONS)}/2024/05/${slugOf(name)}-${random.below(9_999)}.html?ref=${at}`;
    return `
    <div class="s${site}-card card card--${at % 4}" data-position="${at}"><a class="card__link" href="${escaped(href)}">
      <img class="card__image lazy" data-src="/thumbs/${at}.jpg" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="">
      <h3 class="card__title">${escaped(name)}</h3></a><div class="card__meta"><span>${random.between(1, 23)} hours ago</span></div></div>`;
  });
  return `<aside class="s${site}-related related"><h2>More stories</h2>${cards.join('')}</aside></main>`;
}

function comments(site: number, random: Random): string {
  const all = Array.from(
    { length: 12 },
    (_, at) => `
    <li class="comment" id="comment-${at}"><div class="comment__author">Reader ${at}</div>
      <div class="comment__text">${escaped(paragraphs(random, 300).join(' '))}</div></li>`,
  );
  return `<section class="s${site}-comments comments"><ol>${all.join('')}</ol></section>`;
}

function footer(site: number, origin: string): string {
  const links = ['About', 'Contact', 'Privacy', 'Terms', 'Jobs', 'Advertise'].map(
    (name) => `<li><a href="${origin}/${name.toLowerCase()}">${name}</a></li>`,
  );
  return `<footer class="s${site}-footer site-footer"><ul>${links.join('')}</ul><p>&copy; 2024 News ${site}</p></footer>
<script>${'/* tracking */ (function(){var t=1;})();\n'.repeat(150)}</script>`;
}
