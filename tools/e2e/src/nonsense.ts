import {
  create,
  type DescField,
  type DescMessage,
  type DescMethod,
  toBinary,
} from '@bufbuild/protobuf';
import { reflect, type ReflectMessage } from '@bufbuild/protobuf/reflect';
import { ScalarType } from '@bufbuild/protobuf';

/** A request that makes no sense in one place, and which place that is. */
export interface Nonsense {
  readonly what: string;
  readonly bytes: Uint8Array;
}

const LONG = 'x'.repeat(1_000_000);
const MANY = 20_000;

/** Requests of an RPC, each wrong in one field, upon an empty request and upon one that looks right. */
export function nonsenseFor({ input }: DescMethod): Nonsense[] {
  const bases = [
    { name: 'empty', make: () => create(input) },
    { name: 'plausible', make: () => plausible(input) },
  ];
  return bases.flatMap(({ name, make }) => [
    { what: `${name} request`, bytes: toBinary(input, make()) },
    ...placesOf(input).flatMap(({ path, field }) =>
      wrongValues(field).map(([label, change]) => {
        const message = make();
        change(messageAt(reflect(input, message), path), field);
        const where = [...path, field].map((each) => each.name).join('.');
        return { what: `${name} request, ${where}: ${label}`, bytes: toBinary(input, message) };
      }),
    ),
  ]);
}

/** Every name that a message uses for a field, at any depth: one of them stands in each refusal. */
export function fieldNames(message: DescMessage, seen = new Set<string>()): Set<string> {
  for (const field of message.fields) {
    if (seen.has(field.name)) continue;
    seen.add(field.name);
    if (field.message !== undefined) fieldNames(field.message, seen);
  }
  return seen;
}

interface Place {
  readonly path: readonly DescField[];
  readonly field: DescField;
}

/** Fields at any depth that can be reached through single messages and first items of lists. */
function placesOf(message: DescMessage, path: readonly DescField[] = []): Place[] {
  return message.fields.flatMap((field) => [
    { path, field },
    ...(field.message === undefined || path.length > 3 || isWellKnown(field.message)
      ? []
      : placesOf(field.message, [...path, field])),
  ]);
}

const isWellKnown = (message: DescMessage) => message.typeName.startsWith('google.protobuf.');

/** The message at the end of the path, made where it is not there. */
function messageAt(root: ReflectMessage, path: readonly DescField[]): ReflectMessage {
  return path.reduce((at, field) => {
    if (field.fieldKind === 'list' && field.listKind === 'message') {
      const list = at.get(field);
      if (list.size === 0) list.add(reflect(field.message));
      return list.get(0) as ReflectMessage;
    }
    if (field.fieldKind !== 'message') throw new Error(`${field.name} is no message`);
    if (!at.isSet(field)) at.set(field, reflect(field.message));
    return at.get(field);
  }, root);
}

type Change = (message: ReflectMessage, field: DescField) => void;

function wrongValues(field: DescField): [string, Change][] {
  if (field.fieldKind === 'list') return wrongLists(field);
  if (field.fieldKind === 'enum') return [0, 99].map((value) => [`enum ${value}`, setTo(value)]);
  if (field.fieldKind === 'message') return wrongMessages(field.message);
  if (field.fieldKind !== 'scalar') return [];
  return (SCALARS[field.scalar] ?? []).map(([label, value]) => [label, setTo(value)]);
}

const setTo =
  (value: unknown): Change =>
  (message, field) =>
    message.set(field, value);

const SCALARS: Readonly<Partial<Record<ScalarType, readonly (readonly [string, unknown])[]>>> = {
  [ScalarType.STRING]: ['', 'nonsense', 'http://', '\0', '../..', LONG].map((text) => [
    shown(text),
    text,
  ]),
  [ScalarType.BYTES]: [0, 31, 1_000_000].map((size) => [`${size} bytes`, new Uint8Array(size)]),
  [ScalarType.DOUBLE]: [Number.NaN, Infinity, -1, 0, 1e300].map((value) => [String(value), value]),
  [ScalarType.UINT32]: [0, 4_294_967_295].map((value) => [String(value), value]),
  [ScalarType.UINT64]: [0n, 9_007_199_254_740_991n].map((value) => [String(value), value]),
  [ScalarType.BOOL]: [['true', true]],
};

function shown(text: string): string {
  return text.length > 20 ? `${text.length} characters` : JSON.stringify(text);
}

function wrongMessages(type: DescMessage): [string, Change][] {
  const empty: [string, Change] = ['empty message', (at, field) => at.set(field, reflect(type))];
  if (!isWellKnown(type)) return [empty];
  return [-1n, -62_135_596_800n, 315_576_000_000n].map((seconds) => [
    `${seconds} seconds`,
    (at, field) => {
      const value = reflect(type);
      value.set(type.field.seconds!, seconds);
      at.set(field, value);
    },
  ]);
}

function wrongLists(field: DescField & { fieldKind: 'list' }): [string, Change][] {
  const of = (count: number): [string, Change] => [
    `${count} items`,
    (at, listField) => {
      const list = at.get(listField as typeof field);
      list.clear();
      for (let each = 0; each < count; each += 1) list.add(itemOf(field));
    },
  ];
  return [of(0), of(1), of(MANY)];
}

function itemOf(field: DescField & { fieldKind: 'list' }): unknown {
  if (field.listKind === 'message') return reflect(field.message);
  if (field.listKind === 'enum') return 99;
  return field.scalar === ScalarType.STRING ? 'nonsense' : 0;
}

/** What each string is called says what it should look like. */
const LOOKS: Readonly<Record<string, string>> = {
  url: 'http://a.test/',
  urls: 'http://a.test/',
  seeds: 'http://a.test/',
  crawl: 'by-hand',
  name: 'some-crawl',
  host: 'a.test',
  site: 'a.test',
  source: 'submit',
  topic: 'fetches.ended.v1',
  fetcher_id: 'somebody',
};

/** A request with something in every field that needs it. */
function plausible(type: DescMessage, depth = 0): ReturnType<typeof create> {
  const message = create(type);
  if (isWellKnown(type) || depth > 4) return message;
  const at = reflect(type, message);
  for (const field of type.fields) {
    if (field.fieldKind === 'scalar') {
      if (field.scalar === ScalarType.STRING) at.set(field, LOOKS[field.name] ?? '');
      if (field.scalar === ScalarType.UINT32) at.set(field, 1);
      if (field.scalar === ScalarType.UINT64) at.set(field, 1n);
      if (field.scalar === ScalarType.DOUBLE) at.set(field, 1);
      if (field.scalar === ScalarType.BYTES) at.set(field, new Uint8Array(32));
    } else if (field.fieldKind === 'enum') at.set(field, 1);
    else if (field.fieldKind === 'message') {
      at.set(field, reflect(field.message, plausible(field.message, depth + 1)));
    } else if (field.fieldKind === 'list' && field.listKind === 'message') {
      at.get(field).add(reflect(field.message, plausible(field.message, depth + 1)));
    } else if (field.fieldKind === 'list' && field.listKind === 'scalar') {
      at.get(field).add(LOOKS[field.name] ?? 'x');
    }
  }
  return message;
}
