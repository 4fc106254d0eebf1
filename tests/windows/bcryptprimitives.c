/* ProcessPrng, the one function of bcryptprimitives.dll that Rust's library needs, for Wine before version 9. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    return RtlGenRandom(data, length);
}
