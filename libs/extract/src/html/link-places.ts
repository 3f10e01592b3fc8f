import type { LinkPlaces, LinkRegion } from '../link-collector.ts';
import type { MainContent } from '../main-content/main-content.ts';
import { MARK } from '../main-content/name-marks.ts';
import type { PageLines } from '../main-content/page-lines.ts';

const LONGEST_TEXT = 200;

/** Says of each link what stands in it and where in the page it is. */
export function linkPlaces(page: PageLines, main: MainContent): LinkPlaces {
  const regions = regionsOf(page);
  return {
    textOf: ({ element, called = '' }) => (element < 0 ? called : textOf(page, element) || called),
    regionOf: ({ element }) => {
      if (element < 0) return 'other';
      return isInMain(page, main, element) ? 'main' : REGIONS[regions[element]!]!;
    },
  };
}

const REGIONS: readonly LinkRegion[] = ['other', 'navigation', 'footer'];

/** The region of each element, which is that of what holds it unless it is one itself. */
function regionsOf({ tree }: PageLines): Uint8Array {
  const regions = new Uint8Array(tree.size);
  for (let element = 0; element < tree.size; element += 1) {
    const tag = tree.tags[element]!;
    const marks = tree.marks[element]!;
    const parent = tree.parents[element]!;
    if (tag === 'footer' || (marks & MARK.footer) !== 0) regions[element] = 2;
    else if (tag === 'nav' || (marks & MARK.navigation) !== 0) regions[element] = 1;
    else if (parent >= 0) regions[element] = regions[parent]!;
  }
  return regions;
}

/** A link with text is where its line is; one without, such as an image, is where its element is. */
function isInMain({ tree, first, end }: PageLines, main: MainContent, element: number): boolean {
  if (main.element < 0) return false;
  if (element < main.element || element >= tree.ends[main.element]!) return false;
  return first[element] === end[element] || main.kept[first[element]!] === 1;
}

function textOf({ tree, text }: PageLines, element: number): string {
  const start = tree.starts[element]!;
  const stop = Math.min(tree.stops[element]!, start + LONGEST_TEXT + 1);
  if (stop <= start) return '';
  const words = text.slice(start, stop).trim();
  const line = words.includes('\n') ? words.replaceAll('\n', ' ') : words;
  return line.length <= LONGEST_TEXT ? line : line.slice(0, LONGEST_TEXT).toWellFormed();
}
