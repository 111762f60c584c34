// Where a picture is: by its content, in the width that the place needs.

export const imageUrl = (hash: string, width: 128 | 320 | 960): string => `/api/images/${hash}?w=${width}`;
