/** Shares of what is left of a page's life, up to which it may be watched before it is given up. */
const WATCHES = [0.02, 0.04, 0.07, 0.12, 0.2, 0.3, 0.45, 0.65, 1];

/**
 * The share of its worth that a page is fetched for at once, where its visits are seen before it is fetched. Above that
 * price it is better to watch it for a while, and to fetch it if a reader came and to give it up if none did: the first
 * readers are lost, but no request goes to the many pages that nobody wants.
 *
 * A page that is worth w visits, of a kind whose worths are spread with shape m (visits seen included), has had no
 * visit after a share y of its life with probability (1 + ay)^-m, a = w/m, and is then worth w (1 - y) / (1 + ay).
 * Watching and fetching are equally good at the price w ((1 - y) / (1 + ay) + y (1 + ay)^m); the lowest of these
 * counts. To fetch at the very first visit would earn a little more; that is left as a margin, since how much pages differ
 * is only estimated. Visits are known no sooner than after the share `soonest`. Pages that are all alike are never watched.
 */
export function fetchShare(worth: number, shape: number, soonest: number): number {
  const spread = worth / shape;
  let least = 1;
  for (const watched of WATCHES) {
    if (watched < soonest) continue;
    const grows = 1 + spread * watched;
    const share = (1 - watched) / grows + watched * grows ** shape;
    if (share < least) least = share;
  }
  return least;
}
