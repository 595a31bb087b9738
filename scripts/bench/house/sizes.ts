// The size of a table's rows with their indexes, partitioned or not.

/** SQL that gives `bytes` a row. */
export function bytesARow(table: string): string {
  const parts = `SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('${table}') WHERE isleaf`;
  const all = `coalesce((${parts}), pg_total_relation_size('${table}'))`;
  return `SELECT (${all} / (SELECT greatest(count(*), 1) FROM ${table}))::integer AS bytes`;
}
