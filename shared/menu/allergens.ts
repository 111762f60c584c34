// What in an ingredient makes some people ill, as far as the shop ticks it. Apart from the schemas, so that the customers' bundle has no zod.

/** As customers read them, and as the document of the menu holds them; by the alphabet. */
export const ALLERGENS = ['amendoim', 'castanhas', 'glúten', 'leite', 'ovo', 'soja'] as const;
/** One of `ALLERGENS`. */
export type Allergen = (typeof ALLERGENS)[number];

/** An entry of the menu; what nobody ticked is unknown, not absent. */
type Ticked = { allergens?: readonly Allergen[] | undefined };

/** Those ticked anywhere in `entries`, in the order of `ALLERGENS`; what is ticked nowhere cannot be told apart. */
export const tickedAllergens = (entries: readonly Ticked[]): Allergen[] =>
  ALLERGENS.filter((allergen) => entries.some(({ allergens }) => allergens?.includes(allergen)));

/** Whether the entry is known to hold one of those that somebody avoids. */
export const holdsAny = ({ allergens }: Ticked, avoided: readonly string[]): boolean =>
  allergens?.some((allergen) => avoided.includes(allergen)) ?? false;
