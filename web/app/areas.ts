/** First segments of the addresses that app/staff.tsx answers. */
export const STAFF_AREAS = ['auth', 'admin', 'cozinha', 'balcao', 'painel', 'atacado', 'ajuda'] as const;
export type StaffArea = (typeof STAFF_AREAS)[number];
