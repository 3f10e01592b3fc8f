/** Hours that zones in tags are ahead of UTC; those of North America the date parser knows by itself. */
const ZONES: Readonly<Record<string, string>> = {
  cet: '+0100',
  cest: '+0200',
  eet: '+0200',
  eest: '+0300',
  wet: '+0000',
  west: '+0100',
  bst: '+0100',
  msk: '+0300',
  ist: '+0530',
  jst: '+0900',
  aest: '+1000',
};

const TIME_WITHOUT_ZONE = /(?:^|[\sT])\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?$/;
const ONLY_A_DAY =
  /^\D*\d{1,2}[\s-]+[a-z]{3,}[\s-]+\d{4}$|^(?:[a-z]{3,}\.? )?[a-z]{3,}\.? \d{1,2} \d{4}$/i;
const LONGEST_DATE = 100;

/**
 * The instant of a date as tags write it: RFC 822, RFC 850 or ISO 8601. A time without a zone is meant in UTC,
 * so that the answer is the same on every machine. Commas are spaces. Undefined where it is no date.
 */
export function parseTagDate(text: string): number | undefined {
  if (text.length > LONGEST_DATE) return undefined;
  const trimmed = text.replaceAll(/[\s,]+/g, ' ').trim();
  const zoned = trimmed.replace(/\s([a-z]{3,4})$/i, (word, zone: string) => {
    const offset = ZONES[zone.toLowerCase()];
    return offset === undefined ? word : ` ${offset}`;
  });
  const complete = TIME_WITHOUT_ZONE.test(zoned)
    ? zoned + (/^\d{4}-\d\d-\d\dT/.test(zoned) ? 'Z' : ' UTC')
    : ONLY_A_DAY.test(zoned)
      ? `${zoned} UTC`
      : zoned;
  const atMs = /\d{2}/.test(complete) ? Date.parse(complete) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : atMs;
}
