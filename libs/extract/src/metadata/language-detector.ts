import { loadedLater } from '../loaded-later.ts';

/** The part of `eld` that is used. */
interface Detector {
  detect(text: string): { readonly language: string; isReliable(): boolean };
  info(): { readonly Languages: Readonly<Record<string, string>> };
}

/** What a text is written in. */
export interface DetectedLanguage {
  /** Empty where it cannot be told. */
  readonly language: string;
  readonly isSure: boolean;
}

/** Enough to tell one from another; the detector itself looks at no more than 380 bytes. */
const SAMPLE_CHARACTERS = 250;

let loaded: { detector: Detector; languages: ReadonlySet<string> } | undefined;

/** Its tables cost a third of a second and 45 MB. */
const eldPackage = loadedLater<{ readonly eld: Detector }>('eld/small');

function load(): NonNullable<typeof loaded> {
  if (loaded !== undefined) return loaded;
  const { eld: detector } = eldPackage();
  loaded = { detector, languages: new Set(Object.values(detector.info().Languages)) };
  return loaded;
}

/** The language of a text by its beginning. */
export function detectLanguage(text: string): DetectedLanguage {
  const result = load().detector.detect(text.slice(0, SAMPLE_CHARACTERS));
  return { language: result.language, isSure: result.language !== '' && result.isReliable() };
}

/** Whether texts in this language can be told at all. */
export function isDetectable(language: string): boolean {
  return load().languages.has(language);
}
