// What all entries of the demo's menu have: a name and a place, on sale.
export const item = (id: string, name: string, position: number) => ({
  id,
  name,
  position,
  active: true,
  soldOutUntilMs: null,
});
