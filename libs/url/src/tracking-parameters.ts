/** Families of parameters that analytics and mailing tools put behind links. */
const TRACKING_FAMILY =
  /^(?:utm_|mtm_|pk_|piwik_|matomo_|hsa_|oly_|vero_|at_(?:campaign|medium|custom)|itm_|ga_)/i;

/** Marks of a click, by who makes them; none of them chooses what a page says. */
const TRACKING_NAMES = new Set([
  // Search engines and their advertisements.
  ...['gclid', 'gclsrc', 'dclid', 'gbraid', 'wbraid', 'srsltid', 'msclkid', 'yclid', '_openstat'],
  // Social networks.
  ...['fbclid', 'igshid', 'igsh', 'twclid', 'ttclid', 'li_fat_id', 'scclid', 'epik', 'rdt_cid'],
  ...['fb_action_ids', 'fb_action_types', 'fb_source', 'fb_ref', 'action_object_map'],
  // Mailing tools and marketing suites.
  ...['mc_cid', 'mc_eid', '_hsenc', '_hsmi', '__hssc', '__hstc', '__hsfp', 'hsctatracking'],
  ...['mkt_tok', 'ml_subscriber', 'ml_subscriber_hash', '_ke', 'trk_contact', 'trk_msg', 's_cid'],
  ...['wickedid', 'irclickid', 'rb_clickid', 'cvid', 'oicd', 'ncid', 'elqtrackid', 'elqtrack'],
  // Analytics that pass a visitor from one site to the next.
  ...['_ga', '_gl', '_gac', '_branch_match_id', '_branch_referrer'],
]);

/** Whether a parameter only says how a visitor came here. */
export function isTrackingParameter(name: string): boolean {
  return TRACKING_FAMILY.test(name) || TRACKING_NAMES.has(name.toLowerCase());
}
