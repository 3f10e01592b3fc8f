/** Line ends are for those who read this file. */
const list = (text: string): readonly string[] => text.trim().replaceAll(/\s+/g, ' ').split(', ');

/** Who acts in the news of this world. */
export const PEOPLE = list(`
  the mayor, the harbour master, a group of pupils, the fire brigade, two engineers, the choir, the city council,
  a retired captain, the librarian, the ferry company, a young chemist, the football club, several bakers, the union,
  the museum, a court in the north, the weather office, a band of volunteers, the minister, the opposition, a botanist,
  the railway, an inspector, the night shift, the cinema, Anaïs Möller, Jürgen Okafor, Siobhán Reyes, Tomás Lindqvist,
  the water works, a beekeeper, the university, the fish market, an orchestra, the post office, Café Möwe, the R&D desk
`);

/** What they do. */
export const DEEDS = list(`
  opened, repaired, sold, promised, measured, painted, lost, found, defended, rejected, explained, postponed, built,
  inspected, celebrated, counted, published, questioned, returned, moved, flooded, rescued, restored, announced, tested,
  replaced, photographed, closed, extended, planted, borrowed, praised, criticised, translated, drained, insured
`);

/** What it is done to. */
export const THINGS = list(`
  the old bridge, a new timetable, the lighthouse, three barges, the market hall, a disputed budget, the town archive,
  the swimming pool, an empty warehouse, the tide tables, the school garden, a rare orchid, the ring road, the clock
  tower, a wind turbine, the evening ferry, the concert hall, a cargo of oranges, the harbour crane, the tram line,
  a field of solar panels, the observatory, the sea wall, a lost manuscript, the bakery on Quay Street, the power
  station, a herd of goats, the airport bus, the coastal path, the emergency radio, a box of letters, the skating rink
`);

/** When and where. */
export const SETTINGS = list(`
  on Monday, before dawn, after a long debate, in the eastern quarter, during the storm, for the third time this year,
  without much notice, in front of a small crowd, at the end of the season, near the station, on the last working day,
  behind closed doors, as the fog lifted, despite the cost, to everyone's surprise, in less than an hour, for a fee of
  400 crowns, under the old rules, at low tide, with borrowed tools, over the weekend, between two hearings, in the rain
`);

/** What people say about it. */
export const REMARKS = list(`
  nobody had expected it, the figures will be checked again, that is only the beginning, it could have been worse,
  there is no plan for the winter, the neighbours are relieved, some doubts remain, it was high time, the bill comes
  later, others will follow, we have heard such promises before, the work goes on, an answer is due next week, experts
  disagree, the records show a different picture, children were the first to notice, everybody wants a ticket
`);

/** What joins one sentence to another. */
export const OPENERS = list(`
  Meanwhile, According to witnesses, By all accounts, In a short statement, Two days later, Not far away, As so often,
  For the moment, On closer inspection, To be fair, Earlier this month, In the same week, Against advice, Seen from afar
`);
