// `npm run soak -- two-sides`: as many simulated evenings as SEEDS says, 10,000 by default, from SEED on.
import { vi } from 'vitest';
