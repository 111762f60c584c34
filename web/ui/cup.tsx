// Our signature: a cup that fills as one builds, in the style of the pictures of products. Its parts are drawings of one file, each in its
// ingredient's own colour; everything in it is also said in its text alternative.
import { useId } from 'react';
import { insideParts, topParts, vesselShape, type CupContent, type Part } from './cup-parts.ts';
import parts from './cup-parts.svg';

export type { CupContent } from './cup-parts.ts';

export const CUP_COLORS = { base: '#55206b', iceCream: '#f6e3c5', drink: '#f0a53a' } as const;

/** An empty label: decoration, its words stand beside it. */
type Props = { content: CupContent; label: string; className?: string };

export function Cup({ content, label, className = '' }: Props) {
  const id = useId();
  const { shape, base, size = 1 } = content;
  const { rim, floor, wide, body } = vesselShape(content);
  const small = shape === 'copo' ? 0.86 + size * 0.14 : 1;
  const own = (name: string) => <use href={`${parts}#${name}`} className="text-base-content/25" />;

  return (
    <svg
      viewBox="0 0 200 256"
      {...(label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={className}
    >
      <clipPath id={id}>
        <path d={body} />
      </clipPath>
      <g transform={`translate(${100 - 100 * small} ${246 - 246 * small})scale(${small})`}>
        {own('shadow')}
        <g transform={`translate(${100 - 100 * wide} ${rim - 100 * wide})scale(${wide})`}>
          <Parts of={topParts(content)} />
        </g>
        <path d={body} className="fill-base-100" />
        <g clipPath={`url(#${id})`}>
          <g
            className="transition-transform duration-700 ease-out"
            style={{
              transform: `translateY(${base === null ? floor + 9 : rim + (shape === 'bebida' ? 24 : 1)}px)`,
            }}
          >
            <use
              href={`${parts}#${shape === 'bebida' ? 'drink' : 'filling'}`}
              className="transition-colors duration-500"
              style={{ color: base ?? CUP_COLORS.base }}
            />
          </g>
          <Parts of={insideParts(content)} />
          <use href={`${parts}#gloss`} y={rim - 100} />
        </g>
        <path d={body} className="fill-none stroke-base-content/25" strokeWidth="2.5" />
        <g transform={shape === 'copo' ? `translate(0 ${rim - 100})` : undefined}>{own(shape)}</g>
      </g>
    </svg>
  );
}

/** Each falls into its place when it is added; a sauce runs down. */
function Parts({ of }: { of: readonly Part[] }) {
  return of.map(({ key, id, color, at }) => (
    <g key={key} transform={at} style={{ color }}>
      <use
        href={`${parts}#${id}`}
        className={`transition-colors duration-500 ${id.startsWith('sauce') ? 'origin-top animate-pour [transform-box:fill-box]' : 'animate-drop-in'}`}
      />
    </g>
  ));
}
