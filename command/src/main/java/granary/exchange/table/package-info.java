/** Layers as tables and arrays: for spreadsheets, notebooks, SQL. */
package granary.exchange.table;
