import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { PlainRules } from './agent-rules.ts';

/** Rules as compressed JSON in base64. */
export interface PackedRules {
  readonly packed: string;
}

/** Plain rules up to this size go into a row as they are, so that a person can read it. */
const LARGEST_PLAIN = 400_000;

/** 500 KiB of nothing but escapes and control characters become six times as much at the most. */
const LARGEST_UNPACKED = 16 * 1024 * 1024;

/**
 * Rules for a row: nothing that a file within its limit says is lost, and nothing is too large. Escapes make
 * paths in other scripts three times as long, but what has few digits packs well: hexadecimal ones to half.
 */
export function packRules(rules: PlainRules): PlainRules | PackedRules {
  const json = JSON.stringify(rules);
  if (Buffer.byteLength(json, 'utf8') <= LARGEST_PLAIN) return rules;
  return { packed: deflateRawSync(Buffer.from(json, 'utf8')).toString('base64') };
}

export function unpackRules({ packed }: PackedRules): PlainRules {
  const json = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: LARGEST_UNPACKED });
  return JSON.parse(json.toString('utf8')) as PlainRules;
}
