/** Version of the kernel; plugins name the range they work with. */
export const kernelVersion = '1.0.0';
