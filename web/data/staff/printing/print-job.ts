// What can be done about a slip that waits or did not come out. Each throws ApiError.
import { call } from '../../request.ts';

export const changePrintJob = (id: number, action: 'release' | 'retry' | 'cancel') =>
  call('POST /api/staff/print-jobs/{id}/{action}', { params: { id, action } });

export const movePrintJob = (id: number, printerId: string) =>
  call('POST /api/staff/print-jobs/{id}/move-to/{printerId}', { params: { id, printerId } });
