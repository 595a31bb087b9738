// The size of a table's rows with their indexes, partitioned or not.

/** SQL that gives `bytes` a row, and how many of them are its `heap`. */
export function bytesARow(table: string): string {
  const size = (kind: string) =>
    `coalesce((SELECT sum(${kind}(relid)) FROM pg_partition_tree('${table}') WHERE isleaf), ${kind}('${table}'))`;
  const each = (kind: string) => `(${size(kind)} / greatest(count(*), 1))::integer`;
  return `SELECT ${each("pg_total_relation_size")} AS bytes, ${each("pg_table_size")} AS heap FROM ${table}`;
}
