/** The names of the series of accounting and auditing standards, as a pattern. */
export const STANDARD_FAMILY =
  '(?:ASC|ASU|IFRS|IFRIC|IAS|GASB|AU-C|AU|AT-C|AR-C|AS|ISA|ISAE|ISQM|SQMS|QC|SSARS|SSAE|SAS|SFAS|FAS|FIN|SAB|asc|asu|ifrs|ifric|ias|gasb|au-c|isa)';
