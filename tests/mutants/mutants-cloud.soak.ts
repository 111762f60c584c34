// Slips in what the relay decides; see `areas.ts`.
export { cloudSoak as soak } from './areas.ts';
