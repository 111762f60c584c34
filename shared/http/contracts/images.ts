// Pictures that the shop's people send in.
import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { ImageHash } from '../images.ts';

export const uploadImage = defineContract({
  method: 'post',
  path: '/api/staff/images',
  summary: "Keep a product's photo or the shop's logo: a form with `use` and `file`, at most 5 MB",
  access: 'staff',
  body: { media: 'multipart/form-data' },
  answers: { 201: z.object({ hash: ImageHash }) },
});
