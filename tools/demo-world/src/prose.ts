import type { Random } from './random.ts';
import { DEEDS, OPENERS, PEOPLE, REMARKS, SETTINGS, THINGS } from './words.ts';

/** A headline, without a full stop. */
export function headline(random: Random): string {
  return capital(`${random.pick(PEOPLE)} ${random.pick(DEEDS)} ${random.pick(THINGS)}`);
}

/** Paragraphs that together are about so long. */
export function paragraphs(random: Random, length: number): string[] {
  const made: string[] = [];
  for (let rest = length; rest > 0; rest -= made.at(-1)!.length) {
    made.push(Array.from({ length: random.between(3, 7) }, () => sentence(random)).join(' '));
  }
  return made;
}

/** Made from parts and not from a stock of sentences, so that two articles do not look like near duplicates. */
function sentence(random: Random): string {
  const deed = `${random.pick(PEOPLE)} ${random.pick(DEEDS)} ${random.pick(THINGS)}`;
  switch (random.below(5)) {
    case 0:
      return `${random.pick(OPENERS)}, ${deed} ${random.pick(SETTINGS)}.`;
    case 1:
      return `${capital(deed)} ${random.pick(SETTINGS)}; ${random.pick(REMARKS)}.`;
    case 2:
      return `“${capital(random.pick(REMARKS))},” said ${random.pick(PEOPLE)} ${random.pick(SETTINGS)}.`;
    case 3:
      return `${capital(deed)}, and ${random.pick(PEOPLE)} ${random.pick(DEEDS)} ${random.between(2, 980)} others.`;
    default:
      return `${capital(random.pick(SETTINGS))}, ${deed} while ${random.pick(PEOPLE)} looked on.`;
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** As a path shows a title. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
