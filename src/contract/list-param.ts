/**
 * Splits a search param that holds a list of texts: commas separate the texts, and within a text a comma is written as
 * `%2C` and a percent sign as `%25`.
 */
export function splitListParam(param: string): string[] {
  return param.split(',').map((item) => item.replaceAll('%2C', ',').replaceAll('%25', '%'));
}

/** Joins texts into one search param, the reverse of {@link splitListParam}. */
export function joinListParam(items: readonly string[]): string {
  return items.map((item) => item.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');
}
