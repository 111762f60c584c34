// Slips in what the store server decides; see `areas.ts`.
export { edgeSoak as soak } from './areas.ts';
