-- A body is kept as it is: compressing it took a fifth of what a row costs. One that is longer than a page still is.
ALTER TABLE "aggregates" SET (toast_tuple_target = 8160);
